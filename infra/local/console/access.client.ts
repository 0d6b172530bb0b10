import { callLocal, el, shortId } from "./dom.client.ts";
import type { Panel } from "./panel.client.ts";
import type { DenialView } from "./shapes.ts";

export function accessPanel(): Panel {
  const list = el("ul");
  const empty = el("p", { class: "facts" }, "IAM has refused no call.");
  const content = el("div", { class: "card" }, el("h2", {}, "Refused calls"), empty, list);
  const refresh = async () => {
    const denials = await callLocal<DenialView[]>("console/denials");
    empty.hidden = denials.length > 0;
    list.replaceChildren(...denials.map(denialEntry));
  };
  return { name: "Access", content, refresh };
}

const denialEntry = ({ role, action, resource, keys, advice }: DenialView) =>
  el(
    "li",
    {},
    el("h3", { class: "bad" }, `${shortId(role)}: ${action}`),
    el("p", { class: "facts what" }, [resource, ...keys].join(" ")),
    el("p", {}, advice),
  );
