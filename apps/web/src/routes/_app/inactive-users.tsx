import { createFileRoute } from '@tanstack/react-router'
import { InactiveUsersScreen } from '#web/features/accounts/users/inactive-users-screen.tsx'
import { asId, asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, ...listSearch, user: asId, tab: asOneOf('details', 'lab') })

export const Route = createFileRoute('/_app/inactive-users')({ validateSearch, component: InactiveUsersScreen })
