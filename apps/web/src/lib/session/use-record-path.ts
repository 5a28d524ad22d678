import { mayOpenScreen, type ScreenPath } from '@vialdesk/contract/base/screens'
import { useSession } from './session.ts'

/** Pages of one record, by its id, code or document id. */
type RecordScreen = Extract<ScreenPath, `/${string}/{${string}}` | `/${string}/{${string}?}`>

/** Makes the paths of records. Undefined for a reader who may not open pages of this kind. */
export function useRecordPath(screen: RecordScreen): ((key: string | number) => string) | undefined {
  const role = useSession()?.role
  if (!mayOpenScreen(screen, role)) return undefined
  return (key) => screen.replace(/\{\w+\??\}/, encodeURIComponent(key))
}
