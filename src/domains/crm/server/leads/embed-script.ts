/** The script that a site embeds: reads the form, draws it where the script stands, and sends what is entered. */
import type { FastifyReply } from 'fastify';
import { appLink } from '../../../../server/app-url.ts';
import { PROOF_OF_WORK } from '../../../../server/public/script.ts';

/** Minutes for which a site's visitors may use a copy: the form itself is read again each time. */
const CACHE_MINUTES = 10;

/**
 * Plain JavaScript for any browser of the last years. It lays the form out in a layer of styles, so that it is whole on
 * a bare page and any rule of the site comes before it: colors and letters are the site's. Adopted, because a site's
 * policy may forbid the other ways.
 */
const SCRIPT = `(function () {
  'use strict';
  var script = document.currentScript, base = BASE, key = KEY, url = base + '/api/public/forms/' + key, token = '', bits = 0;
  PROOF_OF_WORK
  var root = document.createElement('div');
  root.className = 'lead-form';
  script.parentNode.insertBefore(root, script.nextSibling);
  var TYPES = { email: 'email', phone: 'tel', website: 'url' };
  var COMPLETE = { firstName: 'given-name', lastName: 'family-name', email: 'email', phone: 'tel', companyName: 'organization', title: 'organization-title', website: 'url', city: 'address-level2', country: 'country-name' };
  function make(tag, properties, parent) {
    var element = document.createElement(tag);
    for (var name in properties) element[name] = properties[name];
    if (parent) parent.appendChild(element);
    return element;
  }
  try {
    var sheet = new CSSStyleSheet();
    sheet.replaceSync('@layer lead-form { .lead-form { max-width: 32rem } .lead-form-field { display: grid; gap: .25rem; margin: 0 0 1rem }'
      + ' .lead-form :is(input, textarea, button) { font: inherit; box-sizing: border-box } .lead-form :is(input:not([type=checkbox]), textarea) { width: 100%; padding: .5rem }'
      + ' .lead-form textarea { min-height: 6rem } .lead-form button { padding: .5rem 1.25rem } .lead-form-problem { color: #b3261e; font-size: .875em } .lead-form-problem:empty { display: none } }');
    document.adoptedStyleSheets = document.adoptedStyleSheets.concat(sheet);
  } catch (unstyled) { /* An older browser draws it as it comes. */ }
  function read() {
    return fetch(url, { credentials: 'omit' }).then(function (answer) {
      if (!answer.ok) throw new Error('form');
      return answer.json();
    });
  }
  function origin() {
    var from = { page: location.href.slice(0, 1000), referrer: document.referrer.slice(0, 1000) }, search = new URLSearchParams(location.search);
    ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'].forEach(function (name) { if (search.get(name)) from[name] = search.get(name).slice(0, 1000); });
    return from;
  }
  function draw(form) {
    token = form.token;
    bits = form.work;
    var element = make('form', { noValidate: true }, root), inputs = {}, problems = {};
    form.fields.forEach(function (field) {
      var row = make('p', { className: 'lead-form-field' }, element), id = 'lead-form-' + key + '-' + field.name;
      make('label', { htmlFor: id, textContent: field.label + (field.required ? ' *' : '') }, row);
      var input = make(field.name === 'message' ? 'textarea' : 'input', { id: id, name: field.name, required: field.required, autocomplete: COMPLETE[field.name] || 'off' }, row);
      if (field.name !== 'message') input.type = TYPES[field.name] || 'text';
      var problem = make('span', { id: id + '-problem', className: 'lead-form-problem' }, row);
      input.setAttribute('aria-describedby', problem.id);
      inputs[field.name] = input;
      problems[field.name] = problem;
    });
    var trap = make('input', { type: 'text', name: 'url2', tabIndex: -1, autocomplete: 'off' }, make('div', { hidden: true }, element)), consent;
    trap.setAttribute('aria-hidden', 'true');
    if (form.consentText) {
      var label = make('label', {}, make('p', { className: 'lead-form-consent' }, element));
      consent = make('input', { type: 'checkbox', name: 'consent', required: true }, label);
      label.appendChild(document.createTextNode(' ' + form.consentText));
    }
    var button = make('button', { type: 'submit', textContent: form.button }, element);
    var said = make('p', { className: 'lead-form-message' }, element);
    said.setAttribute('role', 'status');
    element.addEventListener('submit', function (event) {
      event.preventDefault();
      button.disabled = true;
      said.textContent = '';
      var fields = {};
      for (var name in inputs) {
        fields[name] = inputs[name].value;
        problems[name].textContent = '';
        inputs[name].removeAttribute('aria-invalid');
      }
      if (bits) prove(token, bits, send); else send();
      function send(work) { fetch(url, {
        method: 'POST', credentials: 'omit', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ fields: fields, consent: consent ? consent.checked : undefined, token: token, work: work, trap: trap.value || undefined, origin: origin() })
      }).then(function (answer) {
        return answer.json().then(function (body) {
          if (answer.ok) {
            root.textContent = '';
            var thanks = make('p', { className: 'lead-form-thanks', textContent: body.message, tabIndex: -1 }, root);
            thanks.setAttribute('role', 'status');
            thanks.focus();
            return;
          }
          var first;
          (body.fields || []).forEach(function (one) {
            if (one.field === 'token') return read().then(function (fresh) { token = fresh.token; bits = fresh.work; });
            var input = inputs[one.field];
            if (!input) return;
            problems[one.field].textContent = one.message;
            input.setAttribute('aria-invalid', 'true');
            first = first || input;
          });
          said.textContent = body.message || 'This could not be sent. Try again.';
          if (first) first.focus();
          button.disabled = false;
        });
      }).catch(function () {
        said.textContent = 'This could not be sent. Check your connection and try again.';
        button.disabled = false;
      }); }
    });
  }
  read().then(draw).catch(function () { root.hidden = true; });
})();
`;

export function sendEmbedScript(key: string, reply: FastifyReply): FastifyReply {
  return reply
    .header('content-type', 'text/javascript; charset=utf-8')
    .header('cache-control', `public, max-age=${CACHE_MINUTES * 60}`)
    .send(
      SCRIPT.replace('PROOF_OF_WORK', () => PROOF_OF_WORK)
        .replace('BASE', JSON.stringify(appLink('/').replace(/\/$/, '')))
        .replace('KEY', JSON.stringify(key)),
    );
}
