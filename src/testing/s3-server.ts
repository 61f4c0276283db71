/**
 * An S3 service for tests, in memory and on loopback. It checks every request's Signature Version 4 from first
 * principles (AWS General Reference, "Signing AWS API requests") and answers in S3's XML, errors included.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestS3 {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** All stored objects, by key. */
  objects: Map<string, Buffer>;
  /** Uploads neither completed nor aborted. */
  openUploads: Map<string, Map<number, Buffer>>;
  /** Every request, as `METHOD key?query`. */
  requests: string[];
  /** Makes the next matching request fail with this status. */
  failNext(match: (method: string, url: URL) => boolean, status: number, code: string): void;
  close(): Promise<void>;
}

const PAGE_SIZE = 3;
const CREDENTIALS = { accessKeyId: 'AKTEST', secretAccessKey: 'test/secret+key', region: 'eu-test-1' };

export async function startTestS3(): Promise<TestS3> {
  const bucket = 'gauntlet-files';
  const objects = new Map<string, Buffer>();
  const openUploads = new Map<string, Map<number, Buffer>>();
  const requests: string[] = [];
  const failures: { match: (method: string, url: URL) => boolean; status: number; code: string }[] = [];

  const server = createServer((request, response) => {
    void collect(request).then((body) => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      const key = decodeURIComponent(url.pathname).split('/').slice(2).join('/');
      const method = request.method ?? '';
      requests.push(`${method} ${key}${url.search}`);
      const refusal = verifySignature(request, url, body);
      if (refusal) return fail(response, 403, refusal);
      if (!url.pathname.startsWith(`/${bucket}`)) return fail(response, 404, 'NoSuchBucket');
      const planned = failures.findIndex((failure) => failure.match(method, url));
      if (planned >= 0) {
        const [failure] = failures.splice(planned, 1);
        return fail(response, failure!.status, failure!.code);
      }
      const handle = key === '' ? list : (HANDLERS[`${method}${operation(url)}`] ?? unsupported);
      handle({ response, url, key, body, range: request.headers.range, objects, openUploads });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    ...CREDENTIALS,
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    objects,
    openUploads,
    requests,
    failNext: (match, status, code) => void failures.push({ match, status, code }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Exchange {
  response: ServerResponse;
  url: URL;
  key: string;
  body: Buffer;
  range: string | undefined;
  objects: Map<string, Buffer>;
  openUploads: Map<string, Map<number, Buffer>>;
}

function operation(url: URL): string {
  if (url.searchParams.has('uploads')) return ' uploads';
  return url.searchParams.has('uploadId') ? ' uploadId' : '';
}

const HANDLERS: Record<string, (exchange: Exchange) => void> = {
  PUT: ({ response, key, body, objects }) => {
    objects.set(key, body);
    response.writeHead(200, { etag: etagOf(body) }).end();
  },
  HEAD: ({ response, key, objects }) => {
    const object = objects.get(key);
    response.writeHead(object ? 200 : 404, object && { 'content-length': object.length }).end();
  },
  GET: ({ response, key, range, objects }) => {
    const object = objects.get(key);
    if (!object) return fail(response, 404, 'NoSuchKey');
    const bounds = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
    if (!bounds) return void response.writeHead(200, { 'content-length': object.length }).end(object);
    const start = Number(bounds[1]);
    if (start >= object.length) return fail(response, 416, 'InvalidRange');
    const end = Math.min(bounds[2] ? Number(bounds[2]) : object.length - 1, object.length - 1);
    const part = object.subarray(start, end + 1);
    response
      .writeHead(206, { 'content-length': part.length, 'content-range': `bytes ${start}-${end}/${object.length}` })
      .end(part);
  },
  DELETE: ({ response, key, objects }) => {
    objects.delete(key);
    response.writeHead(204).end();
  },
  'POST uploads': ({ response, openUploads }) => {
    const id = randomUUID();
    openUploads.set(id, new Map());
    xml(response, 200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  },
  'PUT uploadId': ({ response, url, body, openUploads }) => {
    const upload = openUploads.get(url.searchParams.get('uploadId')!);
    if (!upload) return fail(response, 404, 'NoSuchUpload');
    upload.set(Number(url.searchParams.get('partNumber')), body);
    response.writeHead(200, { etag: etagOf(body) }).end();
  },
  'POST uploadId': ({ response, url, key, body, objects, openUploads }) => {
    const id = url.searchParams.get('uploadId')!;
    const upload = openUploads.get(id);
    if (!upload) return fail(response, 404, 'NoSuchUpload');
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)];
    const parts = named.map(([, number, etag]) => ({ bytes: upload.get(Number(number)), etag }));
    if (parts.length !== upload.size || parts.some(({ bytes, etag }) => !bytes || etagOf(bytes) !== etag))
      return fail(response, 400, 'InvalidPart');
    if (parts.slice(0, -1).some(({ bytes }) => bytes!.length < 5 * 1024 * 1024))
      return fail(response, 400, 'EntityTooSmall');
    objects.set(key, Buffer.concat(parts.map(({ bytes }) => bytes!)));
    openUploads.delete(id);
    xml(response, 200, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
  },
  'DELETE uploadId': ({ response, url, openUploads }) => {
    openUploads.delete(url.searchParams.get('uploadId')!);
    response.writeHead(204).end();
  },
};

function list({ response, url, objects }: Exchange): void {
  const prefix = url.searchParams.get('prefix') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const from = Number(url.searchParams.get('continuation-token') ?? 0);
  const page = keys.slice(from, from + PAGE_SIZE);
  const more = from + PAGE_SIZE < keys.length;
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified><Size>${objects.get(key)!.length}</Size></Contents>`,
  );
  const next = more ? `<NextContinuationToken>${from + PAGE_SIZE}</NextContinuationToken>` : '';
  xml(
    response,
    200,
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  );
}

function unsupported({ response }: Exchange): void {
  fail(response, 405, 'MethodNotAllowed');
}

function fail(response: ServerResponse, status: number, code: string): void {
  xml(response, status, `<Error><Code>${code}</Code><Message>${code} &amp; nothing else</Message></Error>`);
}

function xml(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

async function collect(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The S3 error code for an invalid signature; undefined when it is valid. */
function verifySignature(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const match = pattern.exec(request.headers.authorization ?? '');
  if (!match) return 'MissingSecurityHeader';
  const [, keyId, day, region, signedHeaders, signature] = match as unknown as string[];
  if (keyId !== CREDENTIALS.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== CREDENTIALS.region) return 'AuthorizationHeaderMalformed';
  const date = String(request.headers['x-amz-date']);
  const age = Date.now() - Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(age) < 15 * 60_000) || !date.startsWith(day!)) return 'RequestTimeTooSkewed';
  const bodyHash = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== bodyHash) return 'XAmzContentSHA256Mismatch';

  const query = [...url.searchParams]
    .map(([k, v]) => `${encode(k)}=${encode(v)}`)
    .sort()
    .join('&');
  const headers = signedHeaders!.split(';');
  if (!headers.includes('host') || !headers.includes('x-amz-content-sha256') || !headers.includes('x-amz-date'))
    return 'AccessDenied';
  const canonicalHeaders = headers
    .map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}\n`)
    .join('');
  const path = decodeURIComponent(url.pathname).split('/').map(encode).join('/');
  const canonical = [request.method, path, query, canonicalHeaders, signedHeaders, bodyHash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [day!, region!, 's3', 'aws4_request'].reduce<string | Buffer>(
    (k, part) => hmac(k, part),
    `AWS4${CREDENTIALS.secretAccessKey}`,
  );
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
