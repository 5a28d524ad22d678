/** Where everyone finds the logo of a center, by the name that a user carries as `hc_logo`. */
export const logoAddress = (name: string) => `/media/hc-logos/${name}`
