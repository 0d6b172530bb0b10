/** Colours, type and the page's frame. Each pair of colours has at least 4.5:1, in both schemes (WCAG 1.4.3). */
export const baseStyle = `
:root{color-scheme:light dark;--ink:#1a2530;--soft:#51606d;--paper:#fbfaf6;--card:#fff;--line:#dcd7ca;--edge:#7b8791;
--accent:#0a654a;--tint:#e3efe8;--on:#fff;--bad:#a3242b;--code:#f2efe6}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecef;--soft:#a6b2bd;--paper:#12171c;--card:#1a2128;--line:#313b45;
--edge:#7d8a96;--accent:#55cca1;--tint:#1a332b;--on:#07130e;--bad:#ff9da1;--code:#0d1216}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
@media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}a,button{transition:background-color .15s,color .15s}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
body>header,main,footer>div{max-width:44rem;margin:0 auto;padding:0 1.25rem}
.wide>header,.wide>main,.wide>footer>div{max-width:68rem}
body>header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem 1.5rem;padding-top:.9rem;padding-bottom:.9rem}
.brand{display:inline-flex;align-items:center;gap:.55rem;font-weight:700;letter-spacing:-.01em;color:inherit;text-decoration:none;padding:.3rem 0}
.brand svg{width:1.6rem;height:1.6rem;flex:none}
header ul,.pills{display:flex;flex-wrap:wrap;gap:0 1.1rem;list-style:none;margin:0;padding:0}
header li a{display:inline-block;padding:.35rem 0;color:var(--soft);text-decoration:none}
header li a:hover{color:var(--accent);text-decoration:underline}
[aria-current]{color:var(--ink)!important;font-weight:600}
.skip{position:absolute;left:.5rem;top:-4rem;background:var(--card);padding:.6rem 1rem;border-radius:.4rem;z-index:1}
.skip:focus{top:.5rem}
main{padding-bottom:3.5rem!important}
main:focus{outline:0}
h1{font-size:clamp(1.75rem,1.3rem + 2vw,2.5rem);line-height:1.15;letter-spacing:-.02em;margin:1.2rem 0 1rem;text-wrap:balance}
h2{font-size:1.4rem;line-height:1.25;letter-spacing:-.01em;margin:2.75rem 0 .6rem}
h3{font-size:1.06rem;line-height:1.35;margin:1.75rem 0 .35rem}
p,ul,ol{margin:.6rem 0}li{margin:.2rem 0}
.lead{font-size:1.2rem;line-height:1.5;max-width:38rem}
.soft,figcaption,.fine{color:var(--soft)}.fine{font-size:.9rem;line-height:1.5}
a{color:var(--accent);text-underline-offset:.18em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.2rem}
footer{border-top:1px solid var(--line);color:var(--soft);font-size:.875rem;line-height:1.55;padding:1.25rem 0 2.5rem}
footer p{max-width:48rem}footer a{color:inherit}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.25rem;margin:1.25rem 0}
.card>ul:not(.ticks){padding-left:1.15rem}.card>:first-child{margin-top:0}.card>:last-child{margin-bottom:0}.card h2{font-size:1.1rem}
code{font:.88em/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
[hidden]{display:none!important}
.quiet{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;
