/** `medusa exec` runs this script in a new shop. It prints ids for later requests. */
export const SEED = `const flows = require('@medusajs/medusa/core-flows')
const { ContainerRegistrationKeys, Modules } = require('@medusajs/framework/utils')

const PRODUCTS = [
  ['Laptop', 'A light laptop for every day.', [['8 GB', 899], ['16 GB', 1099]]],
  ['Gaming laptop', 'A fast laptop for games.', [['16 GB', 1499], ['32 GB', 1799]]],
  ['Curvy monitor', 'A wide monitor with a curve.', [['34 inch', 399]]],
  ['Wireless keyboard', 'A keyboard without a cable.', [['ISO', 79]]],
  ['Desk lamp', 'A lamp for the desk.', [['Black', 49]]],
]

exports.default = async function seed({ container }) {
  const run = async (name, input) => (await flows[name](container).run({ input })).result
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const [channel] = await run('createSalesChannelsWorkflow', { salesChannelsData: [{ name: 'Web' }] })
  const [key] = await run('createApiKeysWorkflow', { api_keys: [{ title: 'Web', type: 'publishable', created_by: '' }] })
  await run('linkSalesChannelsToApiKeyWorkflow', { id: key.id, add: [channel.id] })
  const [region] = await run('createRegionsWorkflow', {
    regions: [{ name: 'Europe', currency_code: 'eur', countries: ['de'], payment_providers: ['pp_system_default'] }],
  })
  await run('createTaxRegionsWorkflow', [{ country_code: 'de', provider_id: 'tp_system' }])
  const [location] = await run('createStockLocationsWorkflow', {
    locations: [{ name: 'Store', address: { city: 'Berlin', country_code: 'DE', address_1: '' } }],
  })
  await run('linkSalesChannelsToStockLocationWorkflow', { id: location.id, add: [channel.id] })
  await link.create({ [Modules.STOCK_LOCATION]: { stock_location_id: location.id }, [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' } })
  const [profile] = await run('createShippingProfilesWorkflow', { data: [{ name: 'Default', type: 'default' }] })
  const set = await fulfillment.createFulfillmentSets({
    name: 'Delivery', type: 'shipping',
    service_zones: [{ name: 'Europe', geo_zones: [{ country_code: 'de', type: 'country' }] }],
  })
  await link.create({ [Modules.STOCK_LOCATION]: { stock_location_id: location.id }, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } })
  await run('createShippingOptionsWorkflow', [{
    name: 'Standard', price_type: 'flat', provider_id: 'manual_manual', service_zone_id: set.service_zones[0].id,
    shipping_profile_id: profile.id, type: { label: 'Standard', description: 'In 2 days.', code: 'standard' },
    prices: [{ currency_code: 'eur', amount: 5 }],
    rules: [{ attribute: 'enabled_in_store', value: 'true', operator: 'eq' }, { attribute: 'is_return', value: 'false', operator: 'eq' }],
  }])
  const categories = await run('createProductCategoriesWorkflow', { product_categories: [{ name: 'Electronics', is_active: true }] })
  const products = await run('createProductsWorkflow', {
    products: PRODUCTS.map(([title, description, variants]) => ({
      title, description, status: 'published', shipping_profile_id: profile.id,
      category_ids: [categories[0].id], sales_channels: [{ id: channel.id }],
      options: [{ title: 'Type', values: variants.map(([name]) => name) }],
      variants: variants.map(([name, amount]) => ({
        title: name, sku: (title + ' ' + name).toUpperCase().replaceAll(' ', '-'), options: { Type: name },
        prices: [{ amount, currency_code: 'eur' }, { amount: amount + 100, currency_code: 'usd' }],
      })),
    })),
  })
  const { data: items } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({ entity: 'inventory_item', fields: ['id'] })
  await run('createInventoryLevelsWorkflow', {
    inventory_levels: items.map(({ id }) => ({ location_id: location.id, inventory_item_id: id, stocked_quantity: 10 })),
  })
  const [user] = await run('createUsersWorkflow', { users: [{ email: 'admin@example.com' }] })
  const auth = container.resolve(Modules.AUTH)
  const { authIdentity } = await auth.register('emailpass', { body: { email: 'admin@example.com', password: 'supersecret' } })
  await auth.updateAuthIdentities({ id: authIdentity.id, app_metadata: { user_id: user.id } })
  const laptop = products.find(({ title }) => title === 'Laptop')
  console.log('SEEDED ' + JSON.stringify({ key: key.token, region: region.id, location: location.id, laptop: laptop.id, variant: laptop.variants[0].id, products: products.length }))
}
`
