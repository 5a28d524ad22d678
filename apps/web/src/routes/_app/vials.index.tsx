import { createFileRoute } from '@tanstack/react-router'
import { vialStates } from '@vialdesk/contract/lab-fields'
import { VialsScreen } from '#web/features/vials/list/vials-screen.tsx'
import { asId, asOneOf, asText, formFromLink, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  search: asText,
  state: asOneOf(...vialStates),
  patient: asId,
  ...listSearch,
  ...formFromLink,
})

export const Route = createFileRoute('/_app/vials/')({ validateSearch, component: VialsScreen })
