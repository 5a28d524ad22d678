/** Orders to ship: paid vials and supplies, and the parcels that fulfil them. */
export const orders = {}
