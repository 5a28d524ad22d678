import { describe, expect, it } from 'vitest'
import { addressLines } from './postal-address.ts'

describe('the lines of an address', () => {
  it('follow the order on an envelope, with the postal code after the state', () => {
    const address = { address1: '319 Orchard Court', city: 'Alder Falls', state_desc: 'Oregon', zip_code: '97005' }
    expect(addressLines({ ...address, address2: 'Suite 4', country_desc: 'United States' })).toEqual([
      '319 Orchard Court',
      'Suite 4',
      'Alder Falls, Oregon 97005',
      'United States',
    ])
  })

  it('leave out blank parts and their commas', () => {
    expect(addressLines({ address1: '', address2: null, city: '', state_desc: 'Oregon', country_desc: 'United States' })).toEqual(
      ['Oregon', 'United States'],
    )
    expect(addressLines({ city: 'Alder Falls', zip_code: '97005' })).toEqual(['Alder Falls, 97005'])
    expect(addressLines({})).toEqual([])
  })
})
