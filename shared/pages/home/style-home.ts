/** The product's page. */
export const homeStyle = `
.hero{display:grid;gap:1.5rem 3rem;align-items:center;padding:1rem 0 .5rem}
.hero h1{margin-bottom:.8rem}.hero .button{margin:.6rem .6rem 0 0}
.hero figure{margin:0}.hero svg{display:block;width:100%;max-width:25rem;height:auto}
.badge{display:inline-block;margin:0;padding:.15rem .7rem;border-radius:2rem;background:var(--tint);color:var(--accent);font-size:.9rem;font-weight:600}
.grid{display:grid;gap:1rem;padding:0;margin:1rem 0;list-style:none}.grid>li{margin:0}
.steps{counter-reset:step}.steps>li{counter-increment:step}
.steps>li::before{content:counter(step);display:grid;place-items:center;width:2rem;height:2rem;border-radius:50%;background:var(--tint);color:var(--accent);font-weight:700;margin-bottom:.7rem}
.grid h3{margin:0 0 .3rem}.grid .card{margin:0}.grid p{margin:.3rem 0}
.price{font-size:1.6rem;font-weight:700;letter-spacing:-.02em}
.price small{font-size:.95rem;font-weight:400;color:var(--soft);letter-spacing:0}
.ticks{list-style:none;padding:0}.ticks li{padding-left:1.5rem;position:relative}
.ticks li::before{content:"";position:absolute;left:.2rem;top:.5rem;width:.35rem;height:.65rem;border:solid var(--accent);border-width:0 2px 2px 0;transform:rotate(45deg)}
.panel{display:grid;gap:0 2.5rem;align-items:start}
.panel form{max-width:28rem}
.answer{border-top:1px solid var(--line);margin-top:1.5rem;padding-top:1rem}
.outcome{font-size:1.2rem;line-height:1.45;margin:0 0 .4rem}
.chart{margin:1rem 0}.chart svg{display:block;width:100%;max-width:30rem;height:auto}
.chart text{fill:var(--ink);font:600 14px system-ui,sans-serif;paint-order:stroke;stroke:var(--paper);stroke-width:5px;stroke-linejoin:round}.chart .low{fill:var(--soft);font-weight:400;font-size:13px}
.chart .area{fill:var(--tint)}.chart .hatch{stroke:var(--accent);stroke-width:2;opacity:.55}
.chart .edge{fill:none;stroke:var(--accent);stroke-width:2.5;stroke-linejoin:round}
.chart .axis{stroke:var(--edge)}.chart .you{stroke:var(--ink);stroke-width:2;stroke-dasharray:5 4}
.chart circle{fill:var(--card);stroke:var(--ink);stroke-width:3}
.flow path{fill:none;stroke:var(--edge);stroke-width:2;stroke-dasharray:3 5;stroke-linecap:round}
.flow rect{fill:var(--card);stroke:var(--line);stroke-width:1.5}.flow .own{fill:var(--tint);stroke:var(--accent);stroke-width:2}
.flow text{fill:var(--ink);font:600 15px system-ui,sans-serif}.flow .low{fill:var(--soft);font-weight:400;font-size:13px}
@media(min-width:46rem){.grid{grid-template-columns:repeat(3,1fr)}.grid.two{grid-template-columns:repeat(2,1fr);max-width:46rem}}
@media(min-width:60rem){.hero{grid-template-columns:1.35fr 1fr;padding:2.5rem 0 1rem}.panel{grid-template-columns:22rem 1fr}
.panel .answer{border-top:0;border-left:1px solid var(--line);margin:0;padding:.5rem 0 .5rem 2.5rem}}
`;
