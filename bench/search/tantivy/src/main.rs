//! Tantivy as a contender. Requests and answers are JSON, one per line.
//!
//!   {"title": …, "description": …}      a product, numbered from 0; no answer
//!   "commit"                            answers true once all products can be found
//!   {"query": …, "workload": …}         answers the numbers of the 20 best products
use serde_json::Value as Json;
use std::io::{self, BufRead, Write};
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, BoostQuery, FuzzyTermQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions, Value, FAST, INDEXED, STORED};
use tantivy::tokenizer::TokenStream;
use tantivy::{Index, TantivyDocument, Term};

const FIELDS: [&str; 9] = [
    "title", "productType", "vendor", "tags", "options", "skus", "collections", "metafields", "description",
];
const LIMIT: usize = 20;

fn boost(field: &str) -> f32 {
    match field {
        "title" => 6.0,
        "productType" => 3.0,
        _ => 1.0,
    }
}

fn main() -> tantivy::Result<()> {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("en_stem")
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let text = TextOptions::default().set_indexing_options(indexing);
    let fields: Vec<Field> = FIELDS.iter().map(|name| schema.add_text_field(name, text.clone())).collect();
    let number = schema.add_u64_field("number", INDEXED | STORED | FAST);
    let index = Index::create_in_ram(schema.build());
    let mut writer = index.writer_with_num_threads::<TantivyDocument>(1, 200_000_000)?;
    let mut count = 0u64;
    let mut out = io::stdout().lock();
    let mut searcher = index.reader()?.searcher();
    for line in io::stdin().lock().lines() {
        let message: Json = serde_json::from_str(&line?).expect("a line of JSON");
        if message == "commit" {
            writer.commit()?;
            let reader = index.reader()?;
            reader.reload()?;
            searcher = reader.searcher();
            writeln!(out, "true")?;
        } else if let Some(query) = message["query"].as_str() {
            let wanted = parse(&index, &fields, query, message["workload"].as_str().unwrap_or(""));
            let best = searcher.search(&wanted, &TopDocs::with_limit(LIMIT))?;
            let mut ids = Vec::with_capacity(LIMIT);
            for (_, address) in best {
                let doc: TantivyDocument = searcher.doc(address)?;
                ids.push(doc.get_first(number).and_then(|value| value.as_u64()).unwrap_or(0));
            }
            writeln!(out, "{}", serde_json::to_string(&ids).expect("numbers"))?;
        } else {
            let mut doc = TantivyDocument::default();
            doc.add_u64(number, count);
            for (name, field) in FIELDS.iter().zip(&fields) {
                doc.add_text(*field, message[*name].as_str().unwrap_or(""));
            }
            writer.add_document(doc)?;
            count += 1;
            continue;
        }
        out.flush()?;
    }
    Ok(())
}

/// Finds any word in any field, with titles weighted higher. When typing, the last word is a prefix; with typos, words may differ by one edit.
fn parse(index: &Index, fields: &[Field], text: &str, workload: &str) -> BooleanQuery {
    let mut tokenizer = index.tokenizers().get("en_stem").expect("the English tokenizer");
    let mut words = Vec::new();
    let mut stream = tokenizer.token_stream(text);
    stream.process(&mut |token| words.push(token.text.clone()));
    let last = words.len().saturating_sub(1);
    let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        for (name, field) in FIELDS.iter().zip(fields) {
            let term = Term::from_field_text(*field, word);
            let query: Box<dyn Query> = if workload == "typing" && place == last {
                Box::new(FuzzyTermQuery::new_prefix(term, 0, true))
            } else if workload == "typo" {
                Box::new(FuzzyTermQuery::new(term, 1, true))
            } else {
                Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs))
            };
            clauses.push((Occur::Should, Box::new(BoostQuery::new(query, boost(name)))));
        }
    }
    BooleanQuery::new(clauses)
}
