/** The same link with another signature. */
export const forge = (link: string): string =>
  link.replace(/signature=./, (start) => (start.endsWith('A') ? 'signature=B' : 'signature=A'))
