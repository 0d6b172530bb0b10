/** Forms and buttons. Controls are at least 44 pixels high (WCAG 2.5.5), and their edges have 3:1 (1.4.11). */
export const formStyle = `
label,legend{display:block;margin:1rem 0 .3rem;font-weight:600}
.hint{display:block;font-weight:400;color:var(--soft);font-size:.9rem}
input,select,textarea{width:100%;min-height:2.9rem;padding:.6rem .75rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:.45rem}
textarea{font:.88rem/1.5 ui-monospace,Menlo,Consolas,monospace;resize:vertical}
[aria-invalid=true]{border:2px solid var(--bad)}
button,.button{display:inline-block;min-height:2.9rem;margin-top:1.1rem;padding:.65rem 1.4rem;font:inherit;font-weight:600;line-height:1.5;color:var(--on);background:var(--accent);border:1px solid var(--accent);border-radius:.45rem;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--ink);border-color:var(--ink);color:var(--paper)}
button[aria-disabled=true]{opacity:.75;cursor:progress}
.button.second{background:transparent;color:var(--accent)}
.button.second:hover{background:var(--tint);border-color:var(--accent);color:var(--accent)}
.choices{display:flex;flex-wrap:wrap;gap:0 .8rem}
.check{display:flex;gap:.7rem;align-items:flex-start;font-weight:400}
.check input{flex:none;width:1.35rem;min-height:1.35rem;height:1.35rem;margin:.15rem 0 0;accent-color:var(--accent)}
.mistake{color:var(--bad);font-weight:600;margin:.35rem 0}
.mistake::before{content:"! ";font-weight:800}
.mistakes{border:2px solid var(--bad);border-radius:.5rem;padding:.6rem 1rem;margin:1rem 0}.mistakes:focus{outline:0}.mistakes ul{margin:.3rem 0;padding-left:1.2rem}.mistakes a{color:var(--bad)}
.js-only{display:none}.js .mistakes{border:2px solid var(--bad);border-radius:.5rem;padding:.6rem 1rem;margin:1rem 0}.mistakes:focus{outline:0}.mistakes ul{margin:.3rem 0;padding-left:1.2rem}.mistakes a{color:var(--bad)}
.js-only{display:block}.js .no-js{display:none}
`;
