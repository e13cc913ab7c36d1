export function externalIdOf(item: { externalId?: string | undefined } | undefined): { external_id?: string } {
  return item?.externalId === undefined ? {} : { external_id: item.externalId }
}
