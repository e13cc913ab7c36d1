/** A bulk operation is limited to five connections, so products need two operations. */

/** The newest API version that all documents were checked with. */
export const API_VERSION = '2026-10'

export const SHOP_QUERY = `query ShopForVitrine {
  shop { name myshopifyDomain currencyCode ianaTimezone }
  shopLocales { locale primary published }
}`

/** The channel, market or business catalog of each publication, with how its prices differ from the shop's. */
export const PUBLICATIONS_QUERY = `query PublicationsForVitrine($after: String) {
  publications(first: 50, after: $after) {
    nodes {
      id
      catalog {
        __typename
        id
        title
        priceList { fixedPricesCount parent { adjustment { type value } } }
        ... on MarketCatalog { markets(first: 50) { nodes { id } } }
        ... on AppCatalog { apps(first: 1) { nodes { handle } } }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`

export const MARKETS_QUERY = `query MarketsForVitrine($after: String) {
  markets(first: 100, after: $after) {
    nodes { id handle name currencySettings { baseCurrency { currencyCode manualRate } } }
    pageInfo { hasNextPage endCursor }
  }
}`

export const COLLECTIONS_QUERY = `query CollectionsForVitrine($after: String) {
  collections(first: 100, after: $after) {
    nodes { id handle title descriptionHtml ruleSet { appliedDisjunctively rules { column relation condition } } }
    pageInfo { hasNextPage endCursor }
  }
}`

/** Asks by id, since the field for the current operation is not in all versions. */
export const OPERATION_QUERY = `query OperationForVitrine($id: ID!) {
  node(id: $id) {
    ... on BulkOperation { id status errorCode objectCount rootObjectCount url partialDataUrl }
  }
}`

export const RUN_OPERATION = `mutation RunForVitrine($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation { id status }
    userErrors { field message }
  }
}`

export const WEBHOOKS_QUERY = `query WebhooksForVitrine($after: String) {
  webhookSubscriptions(first: 100, after: $after) {
    nodes { id topic uri }
    pageInfo { hasNextPage endCursor }
  }
}`

export const CREATE_WEBHOOK = `mutation SubscribeVitrine($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`

/** `locales` excludes the primary locale. Each of them becomes a field of the product. */
export function productsOperation(locales: readonly string[]): string {
  const translations = locales.map(
    (locale) => `${localeField(locale)}: translations(locale: "${locale}") { key value }`,
  )
  return `{
  products {
    edges {
      node {
        id title handle descriptionHtml vendor productType tags status createdAt updatedAt publishedAt
        category { fullName }
        options { id name position optionValues { name } }
        ${translations.join('\n        ')}
        media { edges { node { id alt ... on MediaImage { image { url width height } } } } }
        metafields { edges { node { id namespace key value type } } }
        variants {
          edges {
            node {
              id title position sku barcode price compareAtPrice inventoryQuantity inventoryPolicy
              inventoryItem { id tracked measurement { weight { unit value } } }
              selectedOptions { name value }
              media { edges { node { id ... on MediaImage { image { url } } } } }
            }
          }
        }
      }
    }
  }
}`
}

export const PLACES_OPERATION = `{
  products {
    edges {
      node {
        id
        collections { edges { node { id handle } } }
        resourcePublicationsV2(onlyPublished: true) { edges { node { isPublished publication { id } } } }
      }
    }
  }
}`

export function localeField(locale: string): string {
  return `locale_${locale.replaceAll('-', '_')}`
}

export function topicName(topic: string): string {
  return topic.toUpperCase().replace('/', '_')
}
