import { createFileRoute } from '@tanstack/react-router'
import { LabelRequestsScreen } from '#web/features/shipping/labels/label-requests-screen.tsx'
import { asId, asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, waiting: asOneOf('true'), ...listSearch, request: asId })

export const Route = createFileRoute('/_app/fedex-requests')({ validateSearch, component: LabelRequestsScreen })
