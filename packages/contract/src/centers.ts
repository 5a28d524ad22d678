/** Harvest centers, referral harvest centers and labs. */
import { z } from 'zod'
import { call } from './call.ts'
import { Center, Id, Moment, pageOf, paging, Search } from './primitives.ts'

export const CenterRow = Center.extend({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  date_joined: Moment,
  saless_rep_id: Id.nullable(),
})

export const centers = {
  labs: call('GET /api/v1/users/lab/', { summary: 'The labs to choose from', answer: z.array(Center) }),
  options: call('GET /api/v1/harvest-centers/list-all/', {
    summary: 'The harvest centers to choose from',
    answer: z.array(Center),
  }),
  referralCenters: call('GET /api/v1/referral-harvest-centers/', {
    summary: 'Referral harvest centers, newest first',
    query: paging(10).extend({ search: Search }),
    answer: pageOf(CenterRow),
  }),
}
