import { Group, Tick } from "../../pages/layout/form-fields.tsx";

type AllOrSomeProps = {
  name: string;
  legend: string;
  /** The name of the two radio buttons, whose values are `all` and `some`. */
  choice: string;
  all: string;
  summary: string;
  /** The name of a text's box is the text after this. */
  prefix: string;
  texts: readonly string[];
  /** Undefined: all. */
  chosen?: readonly string[] | undefined;
  isOpen: boolean;
};

/** Everything, or the boxes that are ticked behind a summary. */
export const AllOrSome = (props: AllOrSomeProps) => {
  const { name, legend, choice, all: page, summary, prefix, texts, chosen, isOpen } = props;
  return (
    <Group name={name} legend={legend}>
      <Tick type="radio" name={choice} value="all" checked={!chosen}>
        {page}
      </Tick>
      <Tick type="radio" name={choice} value="some" checked={chosen !== undefined}>
        Only what I choose
      </Tick>
      <details open={isOpen}>
        <summary>{summary}</summary>
        <div class="scopes">
          {texts.map((text) => (
            <Tick key={text} type="checkbox" name={`${prefix}${text}`} checked={chosen?.includes(text)}>
              <code>{text}</code>
            </Tick>
          ))}
        </div>
      </details>
    </Group>
  );
};
