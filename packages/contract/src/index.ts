/** The router of features: every call that exists, by feature and verb. */
export const contract = {}
