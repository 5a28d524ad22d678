import classes from './long-text.module.css'

/**
 * Text as somebody wrote it: in its lines, read from its own side, and broken where a single word is longer than its place. A dash where
 * nothing was written.
 */
export const LongText = ({ children }: { children: string | undefined }) =>
  children ? <bdi className={classes.text}>{children}</bdi> : '—'
