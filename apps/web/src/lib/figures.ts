const whole = new Intl.NumberFormat('en-US')

/** `12,345` */
export const showCount = (count: number) => whole.format(count)
