/** Shows the parts of a text between two asterisks as strong. */
export const Rich = ({ text }: { text: string }) => (
  <>{text.split("**").map((part, i) => (i % 2 === 1 ? <strong key={i}>{part}</strong> : part))}</>
);
