import { asOneOf, asText, searchReader } from '#web/lib/url/search-params.ts'

export const readLoginSearch = searchReader({ redirect: asText, reason: asOneOf('expired', 'idle') })
