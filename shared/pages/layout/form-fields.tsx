import type { ComponentChildren } from "preact";
import { FormState, fieldId } from "./form.tsx";
import { describedBy, Mistake, type Mistakes } from "./form-mistakes.tsx";

/** Enough for a name or an address. A field that takes more has a `maxLength`. */
const MAX_REPEATED = 300;

type Control = {
  id: string;
  /** What was typed, or else what is `usual`. */
  value: (usual?: string) => string | undefined;
  described: ReturnType<typeof describedBy>;
  mistake: ComponentChildren;
};

type ControlProps = { name: string; hint?: ComponentChildren; most?: number | undefined };

const WithControl = ({
  name,
  hint,
  most = MAX_REPEATED,
  children,
}: ControlProps & { children: (control: Control) => ComponentChildren }) => (
  <FormState.Consumer>
    {({ action, sent }) => {
      const id = fieldId(action, name);
      const why = sent?.mistakes[name];
      const mistakes: Mistakes = why === undefined ? {} : { [id]: why };
      return children({
        id,
        value: (usual) => (sent ? (sent.given[name] ?? "").slice(0, most) : usual),
        described: describedBy(mistakes, id, hint ? `${id}-hint` : undefined),
        mistake: <Mistake mistakes={mistakes} name={id} />,
      });
    }}
  </FormState.Consumer>
);

type LabelProps = { id: string; label: ComponentChildren; hint?: ComponentChildren };

const Label = ({ id, label, hint }: LabelProps) => (
  <label for={id}>
    {label}
    {hint && (
      <>
        {" "}
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      </>
    )}
  </label>
);

type Labeled = { name: string; label: ComponentChildren; hint?: ComponentChildren };

type TextFieldProps = Labeled & {
  value?: string | undefined;
  type?: "email" | "url" | "date";
  inputMode?: "decimal" | "numeric";
  autocomplete?: string;
  placeholder?: string | undefined;
  spellcheck?: false;
  required?: boolean;
  maxLength?: number;
};

export const TextField = ({ name, label, hint, value: usual, type, ...input }: TextFieldProps) => (
  <WithControl name={name} hint={hint} most={input.maxLength}>
    {({ id, value, described, mistake }) => (
      <>
        <Label id={id} label={label} hint={hint} />
        <input
          id={id}
          name={name}
          type={(type ?? "text") as "text"}
          autocomplete="off"
          {...input}
          value={value(usual)}
          {...described}
        />
        {mistake}
      </>
    )}
  </WithControl>
);

/** `repeated`: what of the text the page may show again. */
type TextAreaProps = Labeled & {
  rows: number;
  repeated?: (text: string) => string;
  value?: string | undefined;
};

export const TextArea = ({ name, label, hint, rows, repeated = String, value: usual }: TextAreaProps) => (
  <WithControl name={name} hint={hint} most={Number.POSITIVE_INFINITY}>
    {({ id, value, described, mistake }) => (
      <>
        <Label id={id} label={label} hint={hint} />
        <textarea id={id} name={name} rows={rows} spellcheck={false} {...described}>
          {repeated(value(usual) ?? "")}
        </textarea>
        {mistake}
      </>
    )}
  </WithControl>
);

type SelectFieldProps = Labeled & {
  usual?: string;
  options: readonly (readonly [value: string, text: string])[];
};

export const SelectField = ({ name, label, hint, usual, options }: SelectFieldProps) => (
  <WithControl name={name} hint={hint}>
    {({ id, value, described, mistake }) => (
      <>
        <Label id={id} label={label} hint={hint} />
        <select id={id} name={name} {...described}>
          {options.map(([choice, text]) => (
            <option key={choice} value={choice} selected={choice === value(usual)}>
              {text}
            </option>
          ))}
        </select>
        {mistake}
      </>
    )}
  </WithControl>
);

type TickProps = {
  type: "radio" | "checkbox";
  name: string;
  value?: string;
  checked?: boolean | undefined;
  children: ComponentChildren;
};

export const Tick = ({ type, name, value: tickValue = "yes", checked = false, children }: TickProps) => (
  <WithControl name={name}>
    {({ value }) => (
      <label class="check">
        <input
          type={type}
          name={name}
          value={tickValue}
          checked={value(checked ? tickValue : "") === tickValue}
        />{" "}
        {children}
      </label>
    )}
  </WithControl>
);

/** Fields that belong together, and the mistake of all of them. A box alone needs no legend. */
export const Group = ({
  name,
  legend,
  children,
}: {
  name: string;
  legend?: string;
  children: ComponentChildren;
}) => (
  <WithControl name={name}>
    {({ id, described, mistake }) => (
      <fieldset id={id} aria-describedby={described["aria-describedby"]}>
        {legend !== undefined && <legend>{legend}</legend>}
        {children}
        {mistake}
      </fieldset>
    )}
  </WithControl>
);
