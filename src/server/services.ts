/**
 * Services below the domains, besides the database and HTTP, opened in order and closed in reverse: messages between
 * processes, files, mail, jobs, events, and the browsers' event streams.
 *
 * Jobs and subscribers must be declared before; importing a domain declares its own.
 */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { backUpNightly, nightlyBackupState } from './backup/nightly.ts';
import './status/platform.ts';
import { saidThatItIsFull } from './db/database.ts';
import { closeBus, openBus } from './events/bus.ts';
import { LIVE_CHANNEL } from './events/emit.ts';
import { hearOfChanges } from './events/figure-cache.ts';
import { startSubscribers } from './events/subscribers.ts';
import { forgetOldEvents, measureLag } from './events/retention.ts';
import { openDiskStore } from './files/disk.ts';
import { useFileStore } from './files/index.ts';
import { S3Store } from './files/s3.ts';
import { openWorkFolders } from './files/work-folder.ts';
import type { Probe } from './http/health.ts';
import { allowPrivateHosts } from './http-client/client.ts';
import { forgetOldAnswers } from './http/idempotency.ts';
import type { BoundRoute } from './http/route.ts';
import { forgetOldJobs } from './jobs/jobs.ts';
import { closeQueue, openQueue } from './jobs/queue.ts';
import { defineRecurring, type RecurringLoopOptions, startRecurring } from './jobs/recurring.ts';
import { startWorker } from './jobs/worker.ts';
import { log } from './observability/log.ts';
import { useMailProvider } from './providers/mail/index.ts';
import { forgetOldMail, openMailOutbox } from './providers/mail/outbox.ts';
import { parseMailbox } from './providers/mail/port.ts';
import { openSmtpMail, smtpOptionsFromUrl } from './providers/mail/smtp.ts';
import { liveRoutes } from './realtime/routes.ts';
import { Sockets } from './realtime/sockets.ts';
import type { AliveSessions } from './realtime/session-check.ts';
import { Streams } from './realtime/streams.ts';

export interface Services {
  /** Calls that the services themselves answer. */
  routes: BoundRoute[];
  /** The browsers' sockets of this process. */
  sockets: Sockets;
  /** Whether mail and files work, for the health page. */
  probes: Record<string, Probe>;
  /** Closes the browsers' event streams and sockets. Call it before closing HTTP, which waits for open connections. */
  releaseStreams(): void;
  /** Starts taking jobs and events, in a worker. Call it when everything else is open. */
  startWork(options?: RecurringLoopOptions): Promise<void>;
  /** Closes everything; running jobs go back into the queue. The database must still be open. */
  close(): Promise<void>;
}

const HOUR = 3_600;
const LAG_EVERY = 30_000;
const PROBE_EVERY = 30_000;
/** Asking for it reaches the store itself. */
const ABSENT_FILE = `health/00/${'0'.repeat(32)}`;

defineRecurring({
  name: 'platform.forget',
  title: 'Remove old events, finished jobs, kept mails and answers to repeated requests',
  every: HOUR,
  async handler() {
    await forgetOldEvents();
    await forgetOldJobs();
    await forgetOldMail();
    await forgetOldAnswers();
  },
});

/** @param aliveSessions which of the given sessions may still act; asked twice a second while browsers listen */
export async function openServices(config: Config, aliveSessions: AliveSessions): Promise<Services> {
  allowPrivateHosts(config.outgoingAllow);
  await openBus();
  const stopHearing = hearOfChanges(LIVE_CHANNEL);
  const store = config.s3 ? new S3Store(config.s3) : await openDiskStore(join(config.dataDir, 'files'));
  useFileStore(store);
  const closeWorkFolders = await openWorkFolders(join(config.dataDir, 'work'));
  backUpNightly(
    config.backup && { to: config.backup.folder, keep: config.backup.keep, files: store, keyFile: config.keyFile },
  );
  const mail = config.smtpUrl ? openSmtpMail(smtpOptionsFromUrl(config.smtpUrl)) : openMailOutbox();
  useMailProvider(mail, parseMailbox(config.mailFrom));
  const isWorker = config.roles.includes('worker');
  await openQueue(isWorker);
  const streams = new Streams(aliveSessions);
  streams.open();
  const sockets = new Sockets(aliveSessions);
  sockets.open();
  let stopWork = async () => {};
  return {
    routes: liveRoutes(streams),
    sockets,
    probes: {
      mail: remembering(async () => {
        await mail.verify();
        return mail.delivers ? mail.name : `${mail.name}: nothing is sent`;
      }),
      files: remembering(async () => {
        await store.size(ABSENT_FILE);
        return config.s3 ? `S3, bucket ${config.s3.bucket}` : 'Disk';
      }),
      storage: () => roomIn(config.dataDir),
      ...(config.backup && { backup: nightlyBackupState }),
    },
    releaseStreams() {
      streams.close();
      sockets.close();
    },
    async startWork(options = {}) {
      if (isWorker) stopWork = await startWork(options);
    },
    async close() {
      streams.close();
      sockets.close();
      await stopWork();
      await closeQueue();
      await mail.close();
      useFileStore(undefined);
      closeWorkFolders();
      stopHearing();
      await closeBus();
    },
  };
}

/** Below this many bytes the next upload or the next hour may not fit. */
const LEAST_ROOM = 64 * 1024 * 1024;

/** @throws Error when the disk of the data folder, or the database's own, is full or nearly so */
async function roomIn(folder: string): Promise<string> {
  if (saidThatItIsFull()) throw new Error('The database has no room left on its disk');
  const { bavail, bsize } = await statfs(folder);
  const megabytes = (bavail * bsize) / 1024 / 1024;
  const left = `${megabytes < 1024 ? `${Math.round(megabytes)} MB` : `${Math.round(megabytes / 1024).toLocaleString('en')} GB`} left in ${folder}`;
  if (bavail * bsize < LEAST_ROOM) throw new Error(left);
  return left;
}

/** The health page is public, so frequent calls must not burden others' servers. */
function remembering(probe: Probe): Probe {
  let last: { at: number; answer: ReturnType<Probe> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > PROBE_EVERY) last = { at: performance.now(), answer: probe() };
    return last.answer;
  };
}

async function startWork(options: RecurringLoopOptions): Promise<() => Promise<void>> {
  const subscribers = await startSubscribers();
  const worker = await startWorker();
  const recurring = await startRecurring(options);
  const lag = setInterval(
    () =>
      void measureLag().catch((error: unknown) =>
        log().error({ err: error }, 'the lag of subscribers could not be measured'),
      ),
    LAG_EVERY,
  ).unref();
  return async () => {
    clearInterval(lag);
    await Promise.all([recurring.stop(), worker.stop()]);
    await subscribers.stop();
  };
}
