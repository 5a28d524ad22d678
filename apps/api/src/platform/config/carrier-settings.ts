/** Settings of the shipping carrier. */
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { oneOf, text, url, type ValuesOf } from './variables.ts'

export const carrierVariables = {
  CARRIER: oneOf('embedded', 'fedex').default('embedded'),
  FEDEX_URL: url('http', 'https').default('https://apis.fedex.com'),
  FEDEX_ACCOUNT: text.optional(),
  FEDEX_KEY: text.optional(),
  FEDEX_SECRET: text.optional(),
  FEDEX_TRACK_KEY: text.optional(),
  FEDEX_TRACK_SECRET: text.optional(),
  FEDEX_SERVICE: text.default('PRIORITY_OVERNIGHT'),
}

type Given = ValuesOf<typeof carrierVariables>

const required = (name: keyof Given, value: string | undefined): string => {
  if (value === undefined) throw new StartFailure(`${name} must be set while CARRIER is fedex.`)
  return value
}

export function chooseCarrier(given: Given) {
  if (given.CARRIER === 'embedded') return 'embedded' as const
  const { FEDEX_TRACK_KEY: key, FEDEX_TRACK_SECRET: secret } = given
  if ((key === undefined) !== (secret === undefined))
    throw new StartFailure('Set both FEDEX_TRACK_KEY and FEDEX_TRACK_SECRET, or neither.')
  return {
    url: given.FEDEX_URL.replace(/\/+$/, ''),
    account: required('FEDEX_ACCOUNT', given.FEDEX_ACCOUNT),
    key: required('FEDEX_KEY', given.FEDEX_KEY),
    secret: required('FEDEX_SECRET', given.FEDEX_SECRET),
    service: given.FEDEX_SERVICE,
    ...(key !== undefined && secret !== undefined && { tracking: { key, secret } }),
  }
}
