/** The platform's id as shown in answers, next to the number that represents it. */
export function externalIdOf(item: { externalId?: string | undefined } | undefined): { external_id?: string } {
  return item?.externalId === undefined ? {} : { external_id: item.externalId }
}
