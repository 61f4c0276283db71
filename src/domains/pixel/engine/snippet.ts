/**
 * The script that websites load. It is written short, because every visitor of every website downloads it; `npx vitest
 * run --project unit src/domains/pixel/engine/snippet.test.ts` holds it under its budget.
 *
 * It sends one JSON object for each event (`payload.ts` reads it): `k` kind, `u` address, `r` referrer, `n` name, `d`
 * properties, `i` identifier of a visitor who agreed to one, `m` email address of somebody who identified themselves, `t`
 * token of the link in an email by which the visitor came: sent with an identifier only, and taken out of the address.
 * A visitor who sends Global Privacy Control or Do Not Track is left alone until they agree explicitly.
 */
import type { ConsentMode } from '../contract/sites.ts';

const SOURCE = `(function(w,d,l,n){
var s=d.currentScript,a=w.gauntlet,K="gauntlet_id",M="__MODE__",p,f;
if(!s||a&&a.consent)return;
var U=s.src.split(/[?#]/)[0].replace(/\\.js$/,"");
function I(v){try{var t=w.localStorage;return v===f?M=="cookieless"?f:t.getItem(K):v?t.setItem(K,v):t.removeItem(K)}catch(e){}}
function S(k,N,D,m){
var i=I(),b;
if(!i&&(M=="required"||n.globalPrivacyControl||n.doNotTrack=="1"))return;
b=JSON.stringify({k:k,u:l.href,r:p===f?d.referrer:p,n:N,d:D,i:i||f,m:m,t:i&&T||f});
if(i)T=f;
n.sendBeacon&&n.sendBeacon(U,b)||fetch(U,{method:"POST",body:b,keepalive:true,mode:"no-cors"}).catch(function(){})}
var X=/([?&])gx=([\\w-]{35})&?/,T=(X.exec(l.href)||[])[2];
T&&history.replaceState(history.state,"",l.href.replace(X,"$1").replace(/[?&](?=#|$)/,""));
var L,P=function(){if(L!==l.pathname){L=l.pathname;S("page");p=l.href}};
function G(N,D){S("event",N,D)}
G.consent=function(y){
if(M=="cookieless")return;
if(!y)I("");else if(!I()){I("10000000-1000-4000-8000-100000000000".replace(/[018]/g,function(c){return(c^crypto.getRandomValues(new Uint8Array(1))[0]&15>>c/4).toString(16)}));if(M=="required"||n.globalPrivacyControl||n.doNotTrack=="1"){L=f;p=f;P()}T&&S("identify")}};
G.identify=function(m){I()&&S("identify",f,f,m)};
G.id=function(){return I()||null};
w.gauntlet=G;
var h=history.pushState;
history.pushState=function(){var r=h.apply(this,arguments);P();return r};
w.addEventListener("popstate",P);
w.addEventListener("pageshow",function(e){if(e.persisted){L=f;P()}});
d.addEventListener("submit",function(e){
var t=e.target,g=function(x){return t.getAttribute(x)},m=t.querySelector("[type=email]");
S("form",g("data-name")||g("id")||g("name")||"Form",f,m&&(I()||g("data-identify")!==null)&&m.value||f)},true);
function C(e){
var t=e.target.closest&&e.target.closest("a[href]"),x;
if(!t||e.type=="auxclick"&&e.button!=1)return;
x=/\\.(pdf|zip|docx?|xlsx?|pptx?|csv|mp[34]|dmg|exe)$/i.test(t.pathname);
if(/^(tel|mailto):$/.test(t.protocol))G(t.protocol=="tel:"?"Phone link":"Email link");
else if(x)G("File download",{file:t.pathname});
else if(t.host!=l.host&&/^http/.test(t.protocol))S("outbound",t.hostname,{url:t.origin+t.pathname})}
d.addEventListener("click",C,true);
d.addEventListener("auxclick",C,true);
d.prerendering?d.addEventListener("prerenderingchange",P,{once:true}):P();
a&&a.q&&a.q.forEach(function(x){G.apply(f,x)});
})(window,document,location,navigator);
`;

/** The script of a website with this way of asking for consent. */
export const snippetFor = (mode: ConsentMode): string => SOURCE.replaceAll('\n', '').replace('__MODE__', mode);

/** The install code for pages. @param src full address of the script */
export const installCode = (src: string): string => `<script defer src="${src}"></script>`;
