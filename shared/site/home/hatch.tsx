/** The pattern that marks an area of a chart without colour: `url(#<id>)`. */
export const Hatch = ({ id }: { id: string }) => (
  <defs>
    <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path class="hatch" d="M0 0V8" />
    </pattern>
  </defs>
);
