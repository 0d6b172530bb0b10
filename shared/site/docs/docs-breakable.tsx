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

export const CodeName = ({ name }: { name: string }) => (
  <code>
    <Breakable name={name} />
  </code>
);
