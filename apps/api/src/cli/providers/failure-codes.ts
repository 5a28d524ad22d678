/** What may be printed of an error: its name and its codes. The texts of a provider may repeat what was sent. */

const CODE = /^[A-Za-z0-9_.-]{1,60}$/

/** Our own messages end with the provider's code, such as `Authorize.Net refused the request (E00040).` */
const CODE_OF_MESSAGE = /\(([A-Za-z0-9_.-]{1,60})\)\.$/

function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { code, status, responseCode, message, cause } = error as Record<string, unknown>
  const inMessage = typeof message === 'string' ? CODE_OF_MESSAGE.exec(message)?.[1] : undefined
  const own = [code, status, responseCode, inMessage].filter((each) => each !== undefined).map(String)
  return [...own.filter((each) => CODE.test(each)), ...codesOf(cause)]
}

/** For example `GatewayUnavailable E00040`. */
export const codeOf = (error: unknown): string =>
  [error instanceof Error ? error.name : 'error', ...new Set(codesOf(error))].join(' ')
