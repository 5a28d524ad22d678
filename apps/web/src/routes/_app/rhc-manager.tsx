import { createFileRoute } from '@tanstack/react-router'
import { AssociationsScreen } from '#web/features/centers/associations-screen.tsx'
import { asText, asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ search: asText, offset: asWhole })

export const Route = createFileRoute('/_app/rhc-manager')({ validateSearch, component: AssociationsScreen })
