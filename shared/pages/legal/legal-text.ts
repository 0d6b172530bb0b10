/** A legal text: headings with paragraphs. A deployer's lawyer replaces it whole. */
export type LegalText = {
  title: string;
  summary: string;
  sections: readonly (readonly [heading: string, ...paragraphs: string[]])[];
};
