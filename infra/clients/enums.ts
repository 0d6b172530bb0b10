import { type EnumModel, type ShapeModel, textIn } from "./model.ts";
import { pascal } from "./text.ts";

/** Fields of one name and the same values share a type, named after the first reply with it. */
export function nameChoices(shapes: readonly ShapeModel[]): EnumModel[] {
  const enums = new Map<string, EnumModel>();
  const shapeNames = new Set(shapes.map(({ name }) => name));
  for (const shape of [...shapes].sort((a, b) => order(a) - order(b))) {
    for (const field of shape.fields) {
      const text = textIn(field.type);
      if (!text || text.values.length < 2) continue;
      const { values } = text;
      const key = [field.name, ...[...values].sort()].join("\n");
      const name = nameOf(shape.name.replace(/Params$/, ""), pascal(field.name), shapeNames);
      const known = enums.get(key) ?? { name, values, place: `${shape.name}.${field.name}` };
      enums.set(key, known);
      text.choice = known.name;
    }
  }
  const sorted = [...enums.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = [...sorted.map(({ name }) => name), ...shapeNames];
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new Error(`Two types are named ${twice}.`);
  return sorted;
}

/** `BankAccount` and `AccountType` are `BankAccountType`, unless a shape has that name. */
function nameOf(shape: string, field: string, taken: ReadonlySet<string>): string {
  const words = field.split(/(?=[A-Z])/);
  const shared = words.findLastIndex((_, i) => shape.endsWith(words.slice(0, i + 1).join("")));
  const short = shape + words.slice(shared + 1).join("");
  return taken.has(short) ? shape + field : short;
}

/** Replies of the API first, then the data of events, then requests. */
const order = ({ use, name }: ShapeModel): number => (use !== "reply" ? 2 : name.endsWith("Data") ? 1 : 0);
