import java.io.File;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.NumericRangeQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Version;

/** Writes an index, merges and deletes in it, and asks it queries of many kinds. */
public final class Lucene {
  private static final String[] TEXTS = {
    "the warp is held under tension", "the weft passes through the shed of the loom",
    "a heddle lifts one thread of the warp", "twill, tabby and satin are weaves",
    "looms were driven by punched cards", "the shuttle carries the weft thread",
  };

  public static void main(String[] arguments) throws Exception {
    try (Directory directory = FSDirectory.open(new File(arguments[0]))) {
      IndexWriterConfig config = new IndexWriterConfig(Version.LATEST, new EnglishAnalyzer());
      config.setMaxBufferedDocs(2);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < 4 * TEXTS.length; i++) {
          Document document = new Document();
          document.add(new StringField("id", "d" + i, Field.Store.YES));
          document.add(new TextField("text", TEXTS[i % TEXTS.length], Field.Store.YES));
          document.add(new IntField("number", i, Field.Store.YES));
          writer.addDocument(document);
        }
        writer.commit();
        writer.deleteDocuments(new Term("id", "d3"));
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        QueryParser parser = new QueryParser("text", new EnglishAnalyzer());
        for (String query :
            new String[] {
              "warp", "weft AND thread", "\"punched cards\"", "loo*", "wrap~", "th?ead -shuttle",
              "+heddle warp^2", "text:[a TO m]", "\"weft thread\"~3", "satin OR (tabby AND twill)",
            }) {
          for (ScoreDoc hit : searcher.search(parser.parse(query), 5).scoreDocs) {
            System.out.println(query + ": " + searcher.doc(hit.doc).get("id"));
          }
        }
        Sort sort = new Sort(new SortField("number", SortField.Type.INT, true));
        searcher.search(NumericRangeQuery.newIntRange("number", 3, 9, true, false), null, 5, sort);
      }
    }
  }

  private Lucene() {}
}
