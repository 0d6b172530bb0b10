/** A name such as `driver_id`, which may break after an underscore or a dot, and not within a word. */
export const Breakable = ({ name }: { name: string }) => (
  <>
    {name.split(/(?<=[_.])/).map((part, i) => (
      <>
        {i > 0 && <wbr />}
        {part}
      </>
    ))}
  </>
);

/** A path, which may break before a slash, and not within a name. */
export const BreakablePath = ({ path }: { path: string }) => (
  <code class="whole">
    {path.split(/(?=\/)/).map((part, i) => (
      <>
        {i > 0 && <wbr />}
        {part}
      </>
    ))}
  </code>
);

/** A name in the code's letters. */
export const CodeName = ({ name }: { name: string }) => (
  <code>
    <Breakable name={name} />
  </code>
);
