import { SelectField, TextField } from "../../pages/layout/form-fields.tsx";
import { centsIn } from "../money/cents-in.ts";

type Choices = readonly (readonly [value: string, text: string])[];

/**
 * A field of an operation's body. `name`: its path there, such as `address.city`. `cents`: typed in dollars.
 * `isHidden`: no page shows its value, so an empty one changes nothing. `isBeside`: it is sent only with
 * another part of its object. `wrong`: what to do about a mistake.
 */
export type BodyField = {
  name: string;
  label: string;
  hint?: string;
  usual?: string;
  kind?: "email" | "cents" | Choices;
  required?: true;
  isHidden?: true;
  isBeside?: true;
  wrong: string;
};

type BodyFieldsProps = { of: readonly BodyField[]; values?: Readonly<Record<string, string | undefined>> };

export const BodyFields = ({ of, values = {} }: BodyFieldsProps) => (
  <>
    {of.map(({ name, label, hint, usual, kind, required }) =>
      typeof kind === "object" ? (
        <SelectField
          key={name}
          name={name}
          label={label}
          hint={hint}
          options={kind}
          {...(usual && { usual })}
        />
      ) : (
        <TextField
          key={name}
          name={name}
          label={label}
          hint={hint}
          {...(required && { required })}
          {...(kind === "email" && { type: "email" as const })}
          {...(kind === "cents" && { inputMode: "decimal" as const })}
          value={values[name] ?? usual}
        />
      ),
    )}
  </>
);

/** The form's fields as a body. An empty one is left out, or with `clears` is null, which removes. */
export function bodyIn(
  form: Readonly<Record<string, string>>,
  fields: readonly BodyField[],
  { clears = false } = {},
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { name, kind, isHidden, isBeside } of fields) {
    const text = form[name]?.trim() ?? "";
    const [outer = "", inner] = name.split(".");
    if (isBeside && !body[outer]) continue;
    const value = text === "" ? undefined : kind === "cents" ? centsIn(text) : text;
    if (inner !== undefined && value !== undefined)
      body[outer] = { ...(body[outer] as object | null), [inner]: value };
    else if (value !== undefined) body[name] = value;
    else if (clears && !isHidden) body[outer] ??= null;
  }
  return body;
}
