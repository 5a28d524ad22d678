/** The search of the portal: one text finds people, centers, sales, parcels and vials. */
import { z } from 'zod'
import { visible } from '../base/access.ts'
import { call } from '../base/call.ts'
import { PatientId, singleLine } from '../base/primitives.ts'

/**
 * The kinds of results, in the order of the answer. `sale` is found by its invoice id; `label`, `order` and `vial_entry` by their tracking
 * number; `vial` by its code.
 */
export const SearchKind = z.enum(['patient', 'person', 'center', 'lab', 'sale', 'order', 'label', 'vial_entry', 'vial'])
export type SearchKind = z.infer<typeof SearchKind>

/** At most so many results of a kind. */
export const RESULTS_PER_KIND = 5

export const SearchResult = z.object({
  kind: SearchKind,
  /** The last part of its address: the id of the user, sale, order or label request, the code of a vial, the patient of a vial entry. */
  key: z.string(),
  title: z.string(),
  /** Such as the center of a patient. May be blank. */
  context: z.string(),
  /** The patient that the result names. */
  patient_id: PatientId.nullable(),
})
export type SearchResult = z.infer<typeof SearchResult>

export const search = {
  find: call('GET /api/v1/search/', visible, {
    summary: 'A few people, centers, sales, parcels and vials that the caller may see, by name, number, phone, email or code',
    query: z.object({ search: singleLine(100) }),
    answer: z.object({ results: z.array(SearchResult) }),
    countsAsList: true,
  }),
}
