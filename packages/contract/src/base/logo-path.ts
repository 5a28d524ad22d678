/** The public path of a center's logo. `name` is the user's `hc_logo`. */
export const logoPath = (name: string) => `/media/hc-logos/${name}`
