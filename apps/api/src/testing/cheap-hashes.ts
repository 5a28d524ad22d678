/** Set-up of each test file of the api: a hash of a password takes 0.3 ms and not 30, as tests make thousands of them. */
import { setHashCost } from '#api/platform/crypto/passwords.ts'

export const CHEAP_HASH_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

setHashCost(CHEAP_HASH_COST)
