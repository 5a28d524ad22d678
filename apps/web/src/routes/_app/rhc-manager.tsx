import { createFileRoute } from '@tanstack/react-router'
import { RhcManagerScreen } from '#web/features/centers/rhc-manager-screen.tsx'
import { asText, asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ search: asText, offset: asWhole })

export const Route = createFileRoute('/_app/rhc-manager')({ validateSearch, component: RhcManagerScreen })
