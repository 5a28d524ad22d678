import classes from './long-text.module.css'

/**
 * Text of a user: keeps its lines and its direction, and breaks long words. A dash for blank text.
 */
export const LongText = ({ children }: { children: string | undefined }) =>
  children ? <bdi className={classes.text}>{children}</bdi> : '—'
