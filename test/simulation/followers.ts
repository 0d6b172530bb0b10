import * as z from "zod/mini";
import type { Json } from "../../infra/local/test/support/http.ts";
import { canFollow, type Operation } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { listAll, type Company, type Copy, cursorOf } from "./book.ts";
import type { SimulatedCloud } from "./cloud.ts";
import { endOf, type Knobs } from "./knobs.ts";
import { must } from "./violation.ts";

const lists = operations.flatMap((op) => (op.query && canFollow(op) ? [{ ...op, query: op.query }] : []));

/** Before every object of a list, in the form of its cursors. */
function firstCursor(query: z.ZodMiniObject): string {
  const { properties } = z.toJSONSchema(query, { io: "input", unrepresentable: "any" }) as Json;
  const { pattern = "" } = properties.ending_before;
  const prefix = /^\^([a-z]+_)/.exec(pattern)?.[1];
  return prefix ? prefix + "0".repeat(26) : "2020-01-01";
}

/** The address of a list, once the company has what it belongs to: its first driver, or the year. */
function pathOf({ drivers }: Company, { name, path }: Pick<Operation, "name" | "path">, year: number) {
  const of = drivers[0]?.id;
  if (name === "list-tax-documents") return `${path}?year=${year}&`;
  return path.includes("{") ? of && `${path.replace(/\{\w+\}/, of)}?` : `${path}?`;
}

/** A program of the company that copies every list: it asks for what is newer than the newest that it has. */
export async function follower(cloud: SimulatedCloud, knobs: Knobs, of: Company): Promise<void> {
  const { world } = cloud;
  // After a jump of all clocks at once, what was under way is late.
  if (knobs.jumps > 0) return;
  while (world.now < endOf(knobs)) {
    await world.sleep(world.between(0, knobs.pauseMs));
    const list = world.pick(lists);
    const path = pathOf(of, list, new Date(knobs.start).getUTCFullYear());
    if (path === undefined) continue;
    const copy = of.copies.get(list.name) ?? { path, cursor: firstCursor(list.query), rows: [] };
    of.copies.set(list.name, copy);
    await catchUp(of, copy).catch((error: Error) => {
      if (error.name === "Violation") throw error;
    });
  }
}

async function catchUp({ partner }: Company, copy: Copy): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const { data, has_more } = await partner.read(`${copy.path}limit=20&ending_before=${copy.cursor}`);
    copy.rows.push(...data.reverse());
    copy.cursor = cursorOf(copy.rows.at(-1)) ?? copy.cursor;
    hasMore = has_more;
  }
}

/** The copies are the lists. Only what was deleted meanwhile may be in a copy alone. */
export async function copiesAgree(cloud: SimulatedCloud, knobs: Knobs, company: Company): Promise<void> {
  for (const [name, copy] of company.copies) {
    const { status } = await company.partner.get(copy.path);
    if (status === 404) continue;
    const whole = (await listAll(company.partner, copy.path.slice(0, -1))).reverse();
    await cloud.world.sleep(60_000);
    await catchUp(company, copy);
    const listed = new Set(whole.map((row) => String(cursorOf(row))));
    const copied = copy.rows.map((row) => String(cursorOf(row))).filter((id) => listed.has(id));
    const missing = [...listed].filter((id) => !copied.includes(id));
    must(
      copied.join() === [...listed].join(),
      "a followed list has no gap",
      () => `${name} was copied ${missing.length > 0 ? `without ${missing.join()}` : "in another order"}`,
      ...missing.slice(0, 2),
    );
    if (name === "list-events" && knobs.skewMs === 0) inTheirOrder(copy.rows);
  }
}

/** Clocks that differ can list two changes of one object in another order. Its numbers tell. */
function inTheirOrder(events: readonly Json[]): void {
  const last = new Map<string, number>();
  for (const { id, data } of events) {
    if (data.id === undefined) continue;
    must(
      data.sequence > (last.get(data.id) ?? 0),
      "events are listed in the order of their object",
      () => `${id} is number ${data.sequence} of ${data.id}, after ${last.get(data.id)}`,
      data.id,
    );
    last.set(data.id, data.sequence);
  }
}
