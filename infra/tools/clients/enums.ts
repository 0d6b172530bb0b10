import { type ClientModel, type FieldModel, type ShapeModel, valuesIn } from "./model.ts";
import { pascal } from "./text.ts";

export type EnumModel = {
  name: string;
  values: readonly string[];
  /** `Payment.status`. The type is named after the first. */
  places: string[];
  fields: FieldModel[];
};

/** Fields of one name and the same values share a type, named after the first reply with it. */
export function enumsOf({ shapes }: ClientModel): EnumModel[] {
  const enums = new Map<string, EnumModel>();
  const ordered = [...shapes].sort((a, b) => order(a) - order(b));
  const shapeNames = new Set(shapes.map(({ name }) => name));
  for (const shape of ordered) {
    for (const field of shape.fields) {
      const values = valuesIn(field.type);
      if (values.length < 2) continue;
      const key = [field.name, ...[...values].sort()].join("\n");
      const known = enums.get(key) ?? {
        name: nameOf(shape.name.replace(/Params$/, ""), pascal(field.name), shapeNames),
        values,
        places: [],
        fields: [],
      };
      known.places.push(`${shape.name}.${field.name}`);
      known.fields.push(field);
      enums.set(key, known);
    }
  }
  const all = [...enums.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = [...all.map(({ name }) => name), ...shapeNames];
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new Error(`Two types are named ${twice}.`);
  return all;
}

/** `BankAccount` and `AccountType` are `BankAccountType`, unless a shape has that name. */
function nameOf(shape: string, field: string, taken: ReadonlySet<string>): string {
  const words = field.split(/(?=[A-Z])/);
  const shared = words.findLastIndex((_, i) => shape.endsWith(words.slice(0, i + 1).join("")));
  const short = shape + words.slice(shared + 1).join("");
  return taken.has(short) ? shape + field : short;
}

export const choicesOf = (model: ClientModel): ReadonlyMap<FieldModel, EnumModel> =>
  new Map(enumsOf(model).flatMap((each) => each.fields.map((field) => [field, each])));

/** Replies of the API first, then the data of events, then requests. */
const order = ({ use, name }: ShapeModel): number => (use !== "reply" ? 2 : name.endsWith("Data") ? 1 : 0);
