import { createFileRoute } from '@tanstack/react-router'
import { CardsScreen } from '#web/features/cards/cards-screen.tsx'
import { formFromLink, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader(formFromLink)

export const Route = createFileRoute('/_app/hc-payments')({ validateSearch, component: CardsScreen })
