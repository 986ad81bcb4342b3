import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/** Four threads transform documents with one stylesheet, as a server does. */
public class Transforms {
  private static final String SHEET = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
      + "<xsl:key name='k' match='row' use='@n mod 7'/><xsl:template match='/'><out><xsl:for-each select='rows/row'>"
      + "<xsl:sort select='.' data-type='number'/><r><xsl:value-of select=\"concat(@n, '-', count(key('k', @n mod 7)))\"/>"
      + "</r></xsl:for-each></out></xsl:template></xsl:stylesheet>";

  static String document(int seed) {
    StringBuilder out = new StringBuilder("<rows>");
    for (int each = 0; each < 200; each++)
      out.append("<row n='").append(each).append("'>").append((each * each + seed) % 97).append("</row>");
    return out.append("</rows>").toString();
  }

  static void transform(Templates sheet, int seed) {
    try {
      StringWriter out = new StringWriter();
      sheet.newTransformer().transform(new StreamSource(new StringReader(document(seed))), new StreamResult(out));
      if (out.toString().isEmpty()) throw new IllegalStateException("nothing came out");
    } catch (TransformerException trouble) {
      throw new IllegalStateException(trouble);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Templates sheet = TransformerFactory.newInstance("org.apache.xalan.processor.TransformerFactoryImpl", null)
        .newTemplates(new StreamSource(new StringReader(SHEET)));
    Thread[] threads = new Thread[4];
    for (int thread = 0; thread < threads.length; thread++) {
      int seed = thread;
      threads[thread] = new Thread(() -> {
        for (int each = 0; each < 5; each++) transform(sheet, seed + each);
      });
      threads[thread].start();
    }
    for (Thread thread : threads) thread.join();
  }
}
