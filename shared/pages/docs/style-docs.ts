/** The documentation. */
export const docsStyle = `
.docs aside{font-size:.95rem;border-bottom:1px solid var(--line);padding-bottom:.9rem}
.docs aside ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:0 1.1rem}
.docs aside a{display:inline-block;padding:.3rem 0;color:var(--soft);text-decoration:none}.docs aside a:hover{text-decoration:underline}
.docs aside h2{font-size:.9rem;color:var(--soft);font-weight:600;margin:.8rem 0 .1rem;letter-spacing:0}
.docs section{border-top:1px solid var(--line);margin-top:2.5rem}.docs section h2{margin-top:1.5rem}
.docs h2 a{color:inherit;text-decoration:none}.docs h2 a:hover{text-decoration:underline}
:target{scroll-margin-top:1rem}:target>h2{box-shadow:-.7rem 0 var(--paper),-1rem 0 var(--accent)}
.at{display:flex;gap:.6rem;align-items:baseline;margin:.2rem 0 .8rem}
.verb{flex:none;font:700 .8rem/1.7 ui-monospace,Menlo,Consolas,monospace;color:var(--accent);background:var(--tint);border-radius:.3rem;padding:0 .5rem}
.fields{width:100%;border-collapse:collapse;font-size:.95rem;line-height:1.5;margin:.3rem 0 1rem}
.fields th,.fields td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-top:1px solid var(--line);font-weight:400}
.fields thead th{border-top:0;font-size:.85rem;color:var(--soft);padding-bottom:.2rem}
.fields tbody th{width:38%}.fields small{display:block;font-size:.85rem;color:var(--soft)}
.fields b{color:var(--ink)}
pre{background:var(--code);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;margin:.5rem 0 1rem;font-size:.95rem;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere}
.copyable{position:relative}.copyable pre{padding-right:5.5rem}
.copyable button{position:absolute;right:.45rem;top:.45rem;margin:0;min-height:2.2rem;padding:.2rem .8rem;font-size:.875rem;background:var(--card);color:var(--accent);border-color:var(--line)}
.copyable button:hover{border-color:var(--accent)}
details{margin:.4rem 0}summary{cursor:pointer;padding:.4rem 0;font-weight:600}summary:hover{color:var(--accent)}
.try{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:.3rem 1.1rem;margin-top:1.2rem}.try form{padding-bottom:1rem}
.try [data-reply]{margin-bottom:1rem;background:var(--code)}
.codes{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;padding:0;margin:.3rem 0}
@media(min-width:60rem){.docs{display:grid;grid-template-columns:12.5rem minmax(0,1fr);gap:3.5rem}
.docs aside{border:0;position:sticky;top:0;max-height:100vh;overflow:auto;align-self:start;padding-top:1.5rem}
.docs aside ul{display:block}.docs>div{max-width:46rem}}
`;
