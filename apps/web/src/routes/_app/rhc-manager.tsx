import { createFileRoute } from '@tanstack/react-router'
import { AssociationsScreen } from '#web/features/centers/associations-screen.tsx'
import { asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, ...listSearch })

export const Route = createFileRoute('/_app/rhc-manager')({ validateSearch, component: AssociationsScreen })
