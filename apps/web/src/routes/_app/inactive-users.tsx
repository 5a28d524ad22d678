import { createFileRoute } from '@tanstack/react-router'
import { InactiveUsersScreen } from '#web/features/accounts/inactive-users-screen.tsx'
import { asId, asOneOf, asText, asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ search: asText, offset: asWhole, user: asId, tab: asOneOf('details', 'lab') })

export const Route = createFileRoute('/_app/inactive-users')({ validateSearch, component: InactiveUsersScreen })
