const whole = new Intl.NumberFormat('en-US')

/** `12,345`: how many there are of something. */
export const showCount = (count: number) => whole.format(count)
