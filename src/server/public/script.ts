/**
 * The one script of public pages, for pages with a form: keeps a button from being pressed twice, does the work that a
 * form under attack asks for, and shows times in the reader's zone. Everything works without it.
 */
import { createHash } from 'node:crypto';

/** Finds a number so that SHA-256 of `token.number` starts with `bits` zero bits. Plain JavaScript for any browser. */
export const PROOF_OF_WORK = `function sha256(text){var K=sha256.k,m=unescape(encodeURIComponent(text)),l=m.length,w=[],i,j,h=[1779033703,3144134277,1013904242,2773480762,1359893119,2600822924,528734635,1541459225];
if(!K){K=sha256.k=[];for(i=2;K.length<64;i++){for(j=2;j*j<=i&&i%j;j++);if(j*j>i)K.push(Math.pow(i,1/3)*4294967296|0)}}
for(i=0;i<l;i++)w[i>>2]|=m.charCodeAt(i)<<(24-i%4*8);w[l>>2]|=128<<(24-l%4*8);var n=((l+8>>6)+1)*16;w[n-1]=l*8;
for(var o=0;o<n;o+=16){var x=w.slice(o,o+16),s=h.slice(),a;for(i=0;i<64;i++){if(i>15){var p=x[i-15],q=x[i-2];x[i]=(x[i-16]|0)+((p>>>7|p<<25)^(p>>>18|p<<14)^p>>>3)+(x[i-7]|0)+((q>>>17|q<<15)^(q>>>19|q<<13)^q>>>10)|0}
var e=s[4],b=s[0];a=s[7]+((e>>>6|e<<26)^(e>>>11|e<<21)^(e>>>25|e<<7))+(e&s[5]^~e&s[6])+K[i]+(x[i]|0)|0;s=[a+((b>>>2|b<<30)^(b>>>13|b<<19)^(b>>>22|b<<10))+(b&s[1]^b&s[2]^s[1]&s[2])|0,b,s[1],s[2],s[3]+a|0,e,s[5],s[6]]}
for(i=0;i<8;i++)h[i]=h[i]+s[i]|0}return h}
function prove(token,bits,done){var n=0;(function some(){for(var end=n+2000;n<end;n++){if(sha256(token+'.'+n)[0]>>>(32-bits)===0)return done(String(n))}setTimeout(some,0)})()}`;

const SCRIPT = `(function(){'use strict';
${PROOF_OF_WORK}
Array.prototype.forEach.call(document.querySelectorAll('form[data-once]'),function(form){
var going=false;
form.addEventListener('submit',function(event){
if(going){event.preventDefault();return}
going=true;
var button=form.querySelector('button'),work=form.elements.work,bits=Number(form.getAttribute('data-work'));
if(!bits||!work){setTimeout(function(){if(button)button.disabled=true},0);return}
event.preventDefault();
if(button)button.disabled=true;
prove(form.elements.token.value,bits,function(found){work.value=found;form.submit()});
});
window.addEventListener('pageshow',function(){going=false;var button=form.querySelector('button');if(button)button.disabled=false});
});
var zones=document.querySelector('select[data-zone]'),here=zones&&Intl.DateTimeFormat().resolvedOptions().timeZone;
if(here&&here!==zones.value&&!/[?&]zone=/.test(location.search)&&Array.prototype.some.call(zones.options,function(o){return o.value===here}))
location.replace(location.pathname+(location.search?location.search+'&':'?')+'zone='+encodeURIComponent(here));
Array.prototype.forEach.call(document.querySelectorAll('time[data-until]'),function(time){
var end=Date.parse(time.dateTime),over=time.getAttribute('data-until');
time.setAttribute('role','timer');
(function tick(){
var left=Math.max(0,Math.floor((end-Date.now())/1000));
if(left===0){if(over)time.textContent=over;return}
var two=function(n){return n<10?'0'+n:n},days=Math.floor(left/86400);
time.textContent=(days?days+'d ':'')+two(Math.floor(left/3600)%24)+':'+two(Math.floor(left/60)%60)+':'+two(left%60);
setTimeout(tick,1000);
})();
});
var first=document.querySelector('[aria-invalid=true]');if(first)first.focus();
})();
`;

export const SCRIPT_TEXT = SCRIPT;
export const SCRIPT_PATH = `/p/assets/page-${createHash('sha256').update(SCRIPT).digest('base64url').slice(0, 10)}.js`;
