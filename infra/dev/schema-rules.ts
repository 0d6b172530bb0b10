import { breaking, type DocumentChange } from "./document-parts.ts";

type Json = Record<string, unknown>;

const MIN = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const MAX = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];

/** Rules that a request must keep. */
export function ruleChanges(place: string, was: Json, is: Json): DocumentChange[] {
  const bounds = [...MIN, ...MAX].flatMap((rule) => {
    if (was[rule] === is[rule]) return [];
    const text = `${place}: \`${rule}\` was ${was[rule] ?? "absent"} and is ${is[rule] ?? "absent"}.`;
    const sign = MIN.includes(rule) ? 1 : -1;
    const tighter =
      is[rule] !== undefined &&
      (was[rule] === undefined || sign * Number(is[rule]) > sign * Number(was[rule]));
    return [{ isBreaking: tighter, text }];
  });
  const others = ["pattern", "format", "default"].flatMap((rule) => {
    if (JSON.stringify(was[rule]) === JSON.stringify(is[rule])) return [];
    const isGone = is[rule] === undefined && rule !== "default";
    return [{ isBreaking: !isGone, text: `${place}: \`${rule}\` changed.` }];
  });
  return [...bounds, ...others];
}

/** A format decides the type in generated clients. */
export const formatChanges = (place: string, was: Json, is: Json): DocumentChange[] =>
  was.format === is.format ? [] : [breaking(`${place}: \`format\` changed.`)];
