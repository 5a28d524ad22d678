/** Types of the used part of the package, which has none. */
declare module 'authorizenet' {
  /** A request, an answer or a part of them; or the words of an enumeration. */
  type Model = (new (values?: object) => Record<string, unknown>) & Record<string, string>
  interface Controller {
    setEnvironment(url: string): void
    /** Never calls back when there is no answer. */
    execute(callback: () => void): void
    getResponse(): Record<string, unknown>
  }
  const sdk: {
    APIContracts: Record<string, Model>
    APIControllers: Record<string, new (request: object) => Controller>
  }
  export default sdk
}
