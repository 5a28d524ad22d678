const whole = new Intl.NumberFormat('en-US')

/** `12,345` */
export const formatCount = (count: number) => whole.format(count)
