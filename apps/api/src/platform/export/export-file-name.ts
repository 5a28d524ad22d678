/** `users_20260304T152000Z.csv` */
export const exportFileName = (prefix: string, moment: Date, extension: 'csv' | 'xlsx') =>
  `${prefix}${moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.${extension}`
